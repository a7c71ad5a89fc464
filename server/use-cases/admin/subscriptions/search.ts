// Parses what staff type into the search of subscriptions: an owner id, a provider id, or the beginning of an email address.

export type SubscriptionSearch = { kind: 'owner'; id: string } | { kind: 'ref'; ref: string } | { kind: 'email'; start: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Prefixes of the ids of subscriptions, customers and invoices, at Stripe and by hand. */
const providerRef = /^(sub|cus|in|hsub|hinv|hand)_[\w-]{6,}$/

/** Null if nothing was typed. */
export function parseSubscriptionSearch(typed: string | undefined): SubscriptionSearch | null {
  const text = typed?.trim() ?? ''
  if (text === '') return null
  if (uuid.test(text)) return { kind: 'owner', id: text.toLowerCase() }
  if (providerRef.test(text)) return { kind: 'ref', ref: text }
  return { kind: 'email', start: text.toLowerCase() }
}

/** A pattern for LIKE that begins with exactly this text. */
export const beginsWith = (text: string): string => `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
