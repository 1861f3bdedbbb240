// A harness on the LSP client of Crush. It registers the handlers that Crush registers, asks a cold
// lsp-locate what Crush's tools ask, and prints the answers as JSON.
//
// Arguments: the workspace folder, and the command of the server.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"time"

	"github.com/charmbracelet/x/powernap/pkg/lsp"
	"github.com/charmbracelet/x/powernap/pkg/lsp/protocol"
)

type answers struct {
	References  []string `json:"references"`
	Definition  []string `json:"definition"`
	Callers     []string `json:"callers"`
	Renamed     []string `json:"renamed"`
	Symbols     int      `json:"symbols"`
	Diagnostics []string `json:"diagnostics"`
	AfterEdit   []string `json:"afterEdit"`
}

func main() {
	result, err := run(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		os.Exit(1)
	}
}

func run(root, command string, args []string) (result answers, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	rootURI := string(protocol.URIFromPath(root))
	client, err := lsp.NewClient(lsp.ClientConfig{
		Command:          command,
		Args:             args,
		RootURI:          rootURI,
		WorkspaceFolders: []protocol.WorkspaceFolder{{URI: rootURI, Name: filepath.Base(root)}},
	})
	if err != nil {
		return result, err
	}
	defer client.Kill()

	published := make(chan protocol.PublishDiagnosticsParams, 100)
	client.RegisterNotificationHandler("textDocument/publishDiagnostics",
		func(_ context.Context, _ string, params json.RawMessage) {
			var diagnostics protocol.PublishDiagnosticsParams
			if json.Unmarshal(params, &diagnostics) == nil {
				published <- diagnostics
			}
		})
	client.RegisterHandler("workspace/configuration",
		func(context.Context, string, json.RawMessage) (any, error) {
			return []map[string]any{{}}, nil
		})
	// Registered, and never watched.
	client.RegisterHandler("client/registerCapability",
		func(context.Context, string, json.RawMessage) (any, error) { return nil, nil })
	client.RegisterHandler("workspace/applyEdit",
		func(context.Context, string, json.RawMessage) (any, error) {
			return protocol.ApplyWorkspaceEditResult{Applied: false}, nil
		})
	if err := client.Initialize(ctx, false); err != nil {
		return result, err
	}

	path := filepath.Join(root, "a.ts")
	uri := string(protocol.URIFromPath(path))
	text, err := os.ReadFile(path)
	if err != nil {
		return result, err
	}
	if err := client.NotifyDidOpenTextDocument(ctx, uri, "typescript", 1, string(text)); err != nil {
		return result, err
	}

	references, err := client.FindReferences(ctx, path, 0, 17, true)
	if err != nil {
		return result, err
	}
	result.References = linesOf(references)
	definition, err := client.RequestDefinition(ctx, path, 3, 31)
	if err != nil {
		return result, err
	}
	result.Definition = linesOf(definition)
	items, err := client.PrepareCallHierarchy(ctx, path, 0, 17)
	if err != nil {
		return result, err
	}
	for _, item := range items {
		calls, err := client.IncomingCalls(ctx, item)
		if err != nil {
			return result, err
		}
		for _, call := range calls {
			for _, from := range call.FromRanges {
				result.Callers = append(result.Callers, lineOf(call.From.URI, from))
			}
		}
	}
	sort.Strings(result.Callers)
	rename, err := client.RequestRename(ctx, path, 0, 17, "sum")
	if err != nil {
		return result, err
	}
	for _, change := range rename.DocumentChanges {
		result.Renamed = append(result.Renamed, filepath.Base(string(change.TextDocumentEdit.TextDocument.URI)))
	}
	for uri := range rename.Changes {
		result.Renamed = append(result.Renamed, filepath.Base(string(uri)))
	}
	sort.Strings(result.Renamed)
	symbols, err := client.RequestDocumentSymbols(ctx, path)
	if err != nil {
		return result, err
	}
	result.Symbols = len(symbols)
	result.Diagnostics, err = nextDiagnostics(ctx, published, uri, 1)
	if err != nil {
		return result, err
	}

	// Crush writes a file, and then sends its text.
	edited := []byte("export const text: string = missing;\n")
	if err := os.WriteFile(path, edited, 0o600); err != nil {
		return result, err
	}
	changes := []protocol.TextDocumentContentChangeEvent{{
		Value: protocol.TextDocumentContentChangeWholeDocument{Text: string(edited)},
	}}
	if err := client.NotifyDidChangeTextDocument(ctx, uri, 2, changes); err != nil {
		return result, err
	}
	result.AfterEdit, err = nextDiagnostics(ctx, published, uri, 2)
	if err != nil {
		return result, err
	}
	if err := client.Shutdown(ctx); err != nil {
		return result, err
	}
	return result, client.Exit()
}

// Waits for diagnostics of a version. Returns their messages.
func nextDiagnostics(
	ctx context.Context, published <-chan protocol.PublishDiagnosticsParams, uri string, version int32,
) ([]string, error) {
	for {
		select {
		case each := <-published:
			if string(each.URI) != uri || each.Version != version {
				continue
			}
			messages := make([]string, len(each.Diagnostics))
			for i, diagnostic := range each.Diagnostics {
				messages[i] = diagnostic.Message
			}
			sort.Strings(messages)
			return messages, nil
		case <-ctx.Done():
			return nil, fmt.Errorf("no diagnostics of version %d: %w", version, ctx.Err())
		}
	}
}

func linesOf(locations []protocol.Location) []string {
	lines := make([]string, len(locations))
	for i, location := range locations {
		lines[i] = lineOf(location.URI, location.Range)
	}
	sort.Strings(lines)
	return lines
}

func lineOf(uri protocol.DocumentURI, at protocol.Range) string {
	return fmt.Sprintf("%s:%d", filepath.Base(string(uri)), at.Start.Line+1)
}
