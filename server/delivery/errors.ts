// Creates the HTTP errors for phones and deliveries.
import type { Words } from '../../core/words/words.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { ResendResult } from './resend.ts'

export const destinationUnknown = (words: Words) => new HttpError(404, 'destination_unknown', words.of('delivery')('refusedDestination'))

export const wrongFallback = (words: Words) => new HttpError(422, 'wrong_fallback', words.of('delivery')('refusedFallback'))

export const alreadyLinked = (words: Words) => new HttpError(409, 'already_linked', words.of('delivery')('refusedLinked'))

export const tooManyDestinations = (words: Words, max: number) =>
  new HttpError(422, 'too_many_destinations', words.of('delivery')('refusedTooMany', { most: max }))

export const deliveryUnknown = (words: Words) => new HttpError(404, 'delivery_unknown', words.of('delivery')('refusedDelivery'))

export function cannotResend(words: Words, result: Exclude<ResendResult, 'queued'>): HttpError {
  const t = words.of('delivery')
  switch (result) {
    case 'unknown':
      return deliveryUnknown(words)
    case 'delivered':
      return new HttpError(409, 'already_delivered', t('refusedDelivered'))
    case 'under_way':
      return new HttpError(409, 'under_way', t('refusedUnderWay'))
    case 'removed':
      return new HttpError(409, 'destination_removed', t('refusedRemoved'))
    case 'allowance_used':
      return new HttpError(409, 'allowance_used', t('refusedAllowance'))
    case 'payment_failed':
      return new HttpError(409, 'payment_failed', t('refusedPayment'))
  }
}
