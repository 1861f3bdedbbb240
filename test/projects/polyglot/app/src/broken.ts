export const wrong: number = "💣";
