package bank

// Ledger keeps entries by key.
type Ledger[K comparable, V any] struct {
	entries map[K]V
}

// Put enters a value.
func (l *Ledger[K, V]) Put(key K, value V) {
	if l.entries == nil {
		l.entries = map[K]V{}
	}
	l.entries[key] = value
}

// Balance counts the entries.
func (l *Ledger[K, V]) Balance() int {
	return len(l.entries)
}

func init() {
	total = 1
}

func init() {
	total = 2
}

var total int
