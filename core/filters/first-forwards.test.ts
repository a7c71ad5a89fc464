// Tests which filters are the first to forward to a phone.
import { expect, test } from 'vitest'
import type { Action } from './action.ts'
import { firstForwards } from './first-forwards.ts'

const [phone, other] = ['phone', 'other']
const to = (destinationIds: string[], paused = false) => ({ paused, actions: [{ kind: 'forward', destinationIds } satisfies Action] })
const onRota = { paused: false, actions: [{ kind: 'forward', destinationIds: [], rotaId: 'rota' } satisfies Action] }
const flags = { paused: false, actions: [{ kind: 'flag' } satisfies Action] }

test.each([
  ['one that names it', [to([phone])], [], true],
  ['one for every phone', [to([])], [to([other])], true],
  ['one by a rota', [onRota], [], true],
  ['one for another phone', [to([other])], [], false],
  ['one that forwards nothing', [flags], [], false],
  ['one that is paused', [to([phone], true)], [], false],
  ['a second one', [to([phone])], [to([phone])], false],
  ['one beside a filter for every phone', [to([phone])], [to([])], false],
  ['one beside a paused one', [to([phone])], [to([phone], true)], true],
])('%s', (_name, drafts, existing, isFirst) => {
  expect(firstForwards(drafts, existing, [phone])).toEqual(isFirst ? [phone] : [])
})
