// The names and keys of the sandbox's WhatsApp account. All of them are public, since they protect nothing.

export const accessToken = 'sandbox-token'
export const appSecret = 'sandbox-secret'
export const verifyToken = 'sandbox-verify'
export const phoneNumberId = '100000000000001'
export const wabaId = '200000000000001'
/** The business number that people write to: digits as in a wa.me link, from the range reserved for fiction. */
export const businessNumber = '15550100123'
export const businessName = 'Mailferry'
/** The phone that exists from the start. */
export const demoPhone = { wa: '15550100777', name: 'Maya Okoro' }
export const appId = '300000000000001'
/** The person behind the system-user token. */
export const systemUserId = '400000000000001'
