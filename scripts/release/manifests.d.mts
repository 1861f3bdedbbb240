export const manifests: Readonly<Record<string, (text: string, version: string, remote: string) => string>>;
