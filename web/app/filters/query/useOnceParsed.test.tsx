// Tests that saving waits until the typed query is parsed.
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { toEditorRoot } from '../../../../core/filters/edit.ts'
import { stage } from '../../../stage.fixture.tsx'
import { subjectContains } from '../../queries/filters.fixture.ts'
import { useOnceParsed } from './useOnceParsed.ts'
import type { QueryTyping } from './useTypedQuery.ts'

const root = toEditorRoot(subjectContains('a'))
const action = vi.fn<() => void>()
const retry = vi.fn<() => void>()

beforeEach(() => vi.clearAllMocks())

function Saving() {
  const [typing, setTyping] = useState<QueryTyping>({ text: 'subject:b', root, problems: [], unparsed: { hasFailed: false, retry } })
  const { run, isWaiting, isUnparsed } = useOnceParsed(typing, root, action)
  const setUnparsed = (unparsed: QueryTyping['unparsed']) => () => setTyping({ ...typing, unparsed })
  return (
    <>
      <button type="button" aria-label="save" onClick={run} />
      <button type="button" aria-label="fail" onClick={setUnparsed({ hasFailed: true, retry })} />
      <button type="button" aria-label="read" onClick={setUnparsed(null)} />
      <output>{JSON.stringify({ isWaiting, isUnparsed })}</output>
    </>
  )
}

const press = (name: string) => page.getByRole('button', { name }).click()
const state = () => page.getByRole('status').element().textContent

test('the action waits for an unparsed text, and runs once it is parsed', async () => {
  await stage(<Saving />)
  await press('save')
  await expect.poll(state).toBe('{"isWaiting":true,"isUnparsed":true}')
  expect(action).not.toHaveBeenCalled()
  await press('read')
  await expect.poll(state).toBe('{"isWaiting":false,"isUnparsed":false}')
  expect(action).toHaveBeenCalledOnce()
})

test('nothing is saved if a text could not be parsed, and saving parses it again', async () => {
  await stage(<Saving />)
  await press('save')
  await press('fail')
  await expect.poll(state).toBe('{"isWaiting":false,"isUnparsed":true}')
  await press('save')
  expect(retry).toHaveBeenCalledOnce()
  expect(action).not.toHaveBeenCalled()
})
