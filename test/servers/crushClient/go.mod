module crushclient

go 1.24

require github.com/charmbracelet/x/powernap v0.1.6

require github.com/sourcegraph/jsonrpc2 v0.2.1 // indirect
