// Copies of the sources of Azure Service Operator what node pools of AKS need: the whole takes half an hour and gigabytes
// of memory to compile, most of it for kinds of other services and for Microsoft Graph. What is copied stays as it is, but
// for what registers those kinds, and for the address at which webhooks are served.
//
// Arguments: the directory of the module, the one to write, and the file that takes the place of its package entra.
package main

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	module = "github.com/Azure/azure-service-operator/v2/"
	group  = "api/containerservice"
	entra  = "internal/reconcilers/entra"
	start  = "cmd/controller/app/setup.go"
)

var registering = []string{
	"internal/controllers/controller_resources_gen.go",
	"internal/controllers/controller_resources.go",
	"internal/controllers/indexers.go",
}

// Those of kinds that are not Azure's Resource Manager's.
var otherReconcilers = []string{
	"internal/reconcilers/azuresql",
	"internal/reconcilers/mysql",
	"internal/reconcilers/postgresql",
}

func main() {
	from, to, entraFile := os.Args[1], os.Args[2], os.Args[3]
	for _, name := range []string{"go.mod", "go.sum", "LICENSE"} {
		write(to, name, read(from, name))
	}
	for _, root := range []string{"cmd/controller", "internal", "pkg", group} {
		check(filepath.WalkDir(filepath.Join(from, root), func(file string, entry fs.DirEntry, err error) error {
			check(err)
			name, err := filepath.Rel(from, file)
			check(err)
			switch {
			case entry.IsDir() && (name == entra || slices.Contains(otherReconcilers, name)):
				return fs.SkipDir
			case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			case slices.Contains(registering, name):
				write(to, name, trimmed(from, name))
			case name == start:
				write(to, name, reduced(read(from, name)))
			default:
				write(to, name, read(from, name))
			}
			return nil
		}))
	}
	text, err := os.ReadFile(entraFile)
	check(err)
	write(to, path.Join(entra, "entra.go"), string(text))
}

// Serves webhooks on loopback only, for which there is no option, and metrics, which are off, to everybody: a check of who
// asks for them would bring the whole of the API server's library.
func reduced(text string) string {
	const options = "webhook.Options{"
	lines := strings.SplitAfter(replaceOne(text, options, options+`Host: "127.0.0.1",`), "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		return strings.Contains(line, "pkg/metrics/filters") || strings.Contains(line, "filters.With")
	}), "")
}

func replaceOne(text, old, by string) string {
	if strings.Count(text, old) != 1 {
		log.Fatalf("%s does not have %q once", start, old)
	}
	return strings.Replace(text, old, by, 1)
}

// A file without the statements that name what is left out, and without the functions that those call.
func trimmed(from, name string) string {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, read(from, name), parser.SkipObjectResolution)
	check(err)
	missing := map[string]bool{}
	for _, spec := range file.Imports {
		missing[nameOf(spec)] = isLeftOut(pathOf(spec))
	}
	isWanting := func(node ast.Node) bool {
		return slices.ContainsFunc(packagesIn(node), func(each string) bool { return missing[each] })
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(each ast.Decl) bool {
		function, ok := each.(*ast.FuncDecl)
		return ok && strings.HasPrefix(function.Name.Name, "index") && isWanting(function)
	})
	for _, each := range file.Decls {
		if function, ok := each.(*ast.FuncDecl); ok {
			function.Body.List = slices.DeleteFunc(function.Body.List, func(each ast.Stmt) bool { return isWanting(each) })
		}
	}
	dropUnusedImports(file)
	var text strings.Builder
	check(printer.Fprint(&text, files, file))
	return text.String()
}

func isLeftOut(importPath string) bool {
	name, own := strings.CutPrefix(importPath, module)
	otherGroup := strings.HasPrefix(name, "api/") && !strings.HasPrefix(name, group+"/")
	return own && (otherGroup || slices.Contains(otherReconcilers, name))
}

func dropUnusedImports(file *ast.File) {
	used := packagesIn(file)
	for _, each := range file.Decls {
		if declaration, ok := each.(*ast.GenDecl); ok && declaration.Tok == token.IMPORT {
			declaration.Specs = slices.DeleteFunc(declaration.Specs, func(each ast.Spec) bool {
				spec := each.(*ast.ImportSpec)
				return nameOf(spec) != "." && !slices.Contains(used, nameOf(spec))
			})
		}
	}
}

// Whatever may be a package: what stands before a dot.
func packagesIn(node ast.Node) []string {
	var names []string
	ast.Inspect(node, func(each ast.Node) bool {
		if selector, ok := each.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok {
				names = append(names, name.Name)
			}
		}
		return true
	})
	return names
}

func nameOf(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return path.Base(pathOf(spec))
}

func pathOf(spec *ast.ImportSpec) string {
	value, err := strconv.Unquote(spec.Path.Value)
	check(err)
	return value
}

func read(from, name string) string {
	text, err := os.ReadFile(filepath.Join(from, name))
	check(err)
	return string(text)
}

func write(to, name, text string) {
	file := filepath.Join(to, name)
	check(os.MkdirAll(filepath.Dir(file), 0o700))
	check(os.WriteFile(file, []byte(text), 0o600))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
