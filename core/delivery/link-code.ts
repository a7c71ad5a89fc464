// The one-time code that links a phone: eight characters, shown as ABCD-EFGH; core/phone/inbound.ts parses it.
export const formatLinkCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
