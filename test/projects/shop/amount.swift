let amount = cents <|> euros
