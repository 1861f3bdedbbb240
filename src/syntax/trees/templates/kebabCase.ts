/** Names in kebab-case, as markup writes those of code: `my-button` for `myButton`. */

export function camelOf(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function kebabOf(name: string): string {
  return name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
