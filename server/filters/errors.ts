// What a person is told when a filter cannot be read or saved.
import type { Words } from '../../core/words/words.ts'
import { HttpError } from '../http/errors.ts'

export const filterUnknown = (words: Words) => new HttpError(404, 'filter_unknown', words.of('filters')('refusedUnknown'))

export const treeTooLarge = (words: Words) => new HttpError(422, 'filter_too_large', words.of('filters')('refusedTooLarge'))

export const tooCostly = (words: Words) => new HttpError(422, 'filters_too_costly', words.of('filters')('refusedTooCostly'))

export const tooManyFilters = (words: Words, most: number) =>
  new HttpError(422, 'too_many_filters', words.of('filters')('refusedTooMany', { most }))

export const orderIncomplete = (words: Words) => new HttpError(409, 'order_incomplete', words.of('filters')('refusedOrder'))

export const phoneUnknown = (words: Words) => new HttpError(422, 'destination_unknown', words.of('filters')('refusedPhone'))
