// Lists Stripe's test cards and what each does. The number decides the outcome.
export interface CardEntry {
  /** Spaces are ignored. */
  number: string
  expMonth?: number
  expYear?: number
  cvc?: string
  name?: string
  /** ISO 3166 code of the billing address. */
  country?: string
}

export interface Decline {
  /** The error's code, like card_declined. */
  code: string
  declineCode: string | null
  message: string
  param: string | null
}

export interface TestCard {
  /** What happens when the card is first used. */
  decline: Decline | null
  /** Refused at every charge although it could be attached. */
  laterDecline: Decline | null
  /** The bank wants the holder to confirm: at each payment, or only unless set up before. */
  confirm: 'always' | 'unless_set_up' | null
}

const declined = (code: string, declineCode: string | null, message: string, param: string | null = null): Decline => ({
  code,
  declineCode,
  message,
  param,
})
const generic = declined('card_declined', 'generic_decline', 'Your card was declined.')
const refused = (decline: Decline): TestCard => ({ decline, laterDecline: decline, confirm: null })

const cards: Record<string, TestCard> = {
  '4242424242424242': { decline: null, laterDecline: null, confirm: null },
  '5555555555554444': { decline: null, laterDecline: null, confirm: null },
  '4000000000000002': refused(generic),
  '4000000000009995': refused(declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.')),
  '4000000000000069': refused(declined('expired_card', null, 'Your card has expired.', 'exp_month')),
  '4000000000000127': refused(declined('incorrect_cvc', null, "Your card's security code is incorrect.", 'cvc')),
  '4000000000000119': refused(
    declined('processing_error', null, 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  '4000000000000341': { decline: null, laterDecline: generic, confirm: null },
  '4000002500003155': { decline: null, laterDecline: null, confirm: 'unless_set_up' },
  '4000002760003184': { decline: null, laterDecline: null, confirm: 'always' },
}

export const cardDigits = (card: CardEntry): string => card.number.replace(/\D/g, '')

/** Null for a number that is no test card: real cards are refused in test mode. */
export const testCard = (digits: string): TestCard | null => cards[digits] ?? null

export const notTestCard: Decline = declined(
  'card_declined',
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card.',
)

/** Payment methods that stripe-node users name by a constant. */
export const namedCards: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
}
