package broken

func broken() int { return "💣" }
