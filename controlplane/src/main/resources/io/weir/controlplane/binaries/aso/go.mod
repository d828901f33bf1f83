module weir.io/aso

go 1.26.0

require github.com/Azure/azure-service-operator/v2 v2.20.0
