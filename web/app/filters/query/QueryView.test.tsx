// Tests that the regular expression parser is loaded only when a query contains one.
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openSentence } from '../../../../core/filters/edit.ts'
import { says } from '../../queries/filters.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { lookAtPattern } from './check-patterns.ts'
import { type Typing, useTyped } from './useTyped.ts'

afterEach(() => vi.unstubAllGlobals())

function Typing() {
  const [root, setRoot] = useState(() => openSentence(says('a')))
  const typed = useTyped(root, useState<Typing | null>(null), setRoot)
  return (
    <>
      <input aria-label="query" value={typed.text} onChange={event => typed.type(event.target.value)} />
      <output>{JSON.stringify([root, typed.problems])}</output>
    </>
  )
}

test('a query without regexps reads none, one with them fetches what reads them, and tells what is wrong', async () => {
  await stageScreen({ catalogs: [], at: '/', routes: { '/': <Typing /> }, answers: {} })
  const query = page.getByRole('textbox', { name: 'query' })
  const told = page.getByRole('status')
  await query.fill('subject:bill')
  await expect.element(told).toMatchTextContent(/"values":\["bill"\]/)
  expect(lookAtPattern()).toBeNull()
  await query.fill('subject:/inv.*e/')
  await expect.element(told).toMatchTextContent(/"operator":"regexp","values":\["inv\.\*e"\]/)
  expect(lookAtPattern()).not.toBeNull()
  await query.fill('subject:/(/')
  await expect.element(told).toMatchTextContent(/query\.pattern/)
  await expect.element(told).toMatchTextContent(/"values":\["inv\.\*e"\]/)
})
