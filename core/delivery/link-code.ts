// The one-time code that links a phone: eight letters, shown as ABCD-EFGH; core/phone/said.ts reads it from what a person sends.
export const showLinkCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
