module weir.io/ignition-2

go 1.26.0

require (
	github.com/ajeddeloh/go-json v0.0.0-00010101000000-000000000000 // indirect
	github.com/coreos/go-semver v0.3.1 // indirect
	github.com/coreos/go-systemd v0.0.0-20191104093116-d3cd4ed1dbcf // indirect
	github.com/coreos/ignition v0.35.0 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	github.com/vincent-petithory/dataurl v1.0.0 // indirect
	go4.org v0.0.0-20260112195520-a5071408f32f // indirect
)

replace github.com/ajeddeloh/go-json => github.com/coreos/go-json v0.0.0-20230131223807-18775e0fb4fb

tool github.com/coreos/ignition/validate
