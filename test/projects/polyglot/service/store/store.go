// Package store keeps things.
package store

// Store has entries by name.
type Store struct {
	entries map[string]int
}

// Open makes a store.
func Open() *Store {
	return &Store{entries: map[string]int{}}
}

// Put enters a number.
func (s *Store) Put(name string, count int) {
	s.entries[name] = count
}
