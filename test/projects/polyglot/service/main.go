package main

import "example.org/service/store"

func main() {
	s := store.Open()
	/* 💣 */ s.Put("💣", 1)
}
