import { Cart } from "./cart.js";

const cart = new Cart();
/* 💣 */ cart.add(3);
export const sum = "💣 " + cart.total();
