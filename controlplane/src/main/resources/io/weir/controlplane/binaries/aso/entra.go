// Package entra stands in the place of Azure Service Operator's own, which asks Microsoft Graph for groups of users. Nobody
// calls it where there are no such kinds.
package entra

import (
	"context"
	"errors"
	"net/http"

	"github.com/Azure/azure-service-operator/v2/internal/identity"
	"github.com/Azure/azure-service-operator/v2/pkg/genruntime"
)

type Connection any

type EntraConnectionFactory func(context.Context, genruntime.EntraMetaObject) (Connection, error)

type EntraClientCache struct{}

func NewEntraClientCache(identity.CredentialProvider, *http.Client) *EntraClientCache {
	return &EntraClientCache{}
}

func (*EntraClientCache) GetConnection(context.Context, genruntime.EntraMetaObject) (Connection, error) {
	return nil, errors.New("this controller was built without Microsoft Graph")
}
