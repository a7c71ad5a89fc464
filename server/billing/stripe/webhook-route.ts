// What the server needs of the route of Stripe's webhooks before Stripe's library is loaded.

/** Route options: an invoice with all its lines is large, and a burst of events is no attack. */
export const stripeWebhookRoute = { bodyLimit: 1024 * 1024, config: { rateLimit: false as const, isSigned: true } }
