// Tests that saving waits until the typed query is parsed.
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openSentence } from '../../../../core/filters/edit.ts'
import { stage } from '../../../stage.fixture.tsx'
import { says } from '../../queries/filters.fixture.ts'
import { useOnceRead } from './useOnceRead.ts'
import type { Typing } from './useTyped.ts'

const root = openSentence(says('a'))
const action = vi.fn<() => void>()
const again = vi.fn<() => void>()

beforeEach(() => vi.clearAllMocks())

function Saving() {
  const [typing, setTyping] = useState<Typing>({ text: 'subject:b', root, problems: [], unread: { hasFailed: false, again } })
  const { ask, isAsked, isUnread } = useOnceRead(typing, root, action)
  const put = (unread: Typing['unread']) => () => setTyping({ ...typing, unread })
  return (
    <>
      <button type="button" aria-label="save" onClick={ask} />
      <button type="button" aria-label="fail" onClick={put({ hasFailed: true, again })} />
      <button type="button" aria-label="read" onClick={put(null)} />
      <output>{JSON.stringify({ isAsked, isUnread })}</output>
    </>
  )
}

const press = (name: string) => page.getByRole('button', { name }).click()
const told = () => page.getByRole('status').element().textContent

test('it waits for a text that is not read yet, and is done once that is read', async () => {
  await stage(<Saving />)
  await press('save')
  await expect.poll(told).toBe('{"isAsked":true,"isUnread":true}')
  expect(action).not.toHaveBeenCalled()
  await press('read')
  await expect.poll(told).toBe('{"isAsked":false,"isUnread":false}')
  expect(action).toHaveBeenCalledOnce()
})

test('nothing is saved if a text could not be parsed, and saving parses it again', async () => {
  await stage(<Saving />)
  await press('save')
  await press('fail')
  await expect.poll(told).toBe('{"isAsked":false,"isUnread":true}')
  await press('save')
  expect(again).toHaveBeenCalledOnce()
  expect(action).not.toHaveBeenCalled()
})
