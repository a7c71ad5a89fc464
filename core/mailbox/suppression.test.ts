// Tests which emails skip the filters, and with what reason.
import { expect, test } from 'vitest'
import { plainView } from '../filters/testing/plain-message.fixture.ts'
import { decideSuppression } from './suppression.ts'

test('an email that is known by its headers or UID alone skips the filters, and says whose fault that is', () => {
  const reasonOf = (reduced: string | null) => decideSuppression(plainView({}), { kind: 'imap', reduced })?.reason
  expect(['not_handed_over', 'not_kept', 'too_large', 'no_text', null].map(reasonOf)).toEqual([
    ...['not_handed_over', 'not_kept', undefined, undefined, undefined],
  ])
})
