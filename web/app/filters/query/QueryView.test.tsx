// Tests that the regular expression parser is loaded only when a query contains one.
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { toEditorRoot } from '../../../../core/filters/edit.ts'
import { subjectContains } from '../../queries/filters.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { loadedPatternCheck, type QueryTyping, useTypedQuery } from './useTypedQuery.ts'

afterEach(() => vi.unstubAllGlobals())

function QueryStage() {
  const [root, setRoot] = useState(() => toEditorRoot(subjectContains('a')))
  const typed = useTypedQuery(root, useState<QueryTyping | null>(null), setRoot)
  return (
    <>
      <input aria-label="query" value={typed.text} onChange={event => typed.type(event.target.value)} />
      <output>{JSON.stringify([root, typed.problems])}</output>
    </>
  )
}

test('a query without a regexp loads no parser, one with a regexp does, and errors are reported', async () => {
  await stageScreen({ catalogs: [], at: '/', routes: { '/': <QueryStage /> }, responses: {} })
  const query = page.getByRole('textbox', { name: 'query' })
  const output = page.getByRole('status')
  await query.fill('subject:bill')
  await expect.element(output).toMatchTextContent(/"values":\["bill"\]/)
  expect(loadedPatternCheck()).toBeNull()
  await query.fill('subject:/inv.*e/')
  await expect.element(output).toMatchTextContent(/"operator":"regexp","values":\["inv\.\*e"\]/)
  expect(loadedPatternCheck()).not.toBeNull()
  await query.fill('subject:/(/')
  await expect.element(output).toMatchTextContent(/query\.pattern/)
  await expect.element(output).toMatchTextContent(/"values":\["inv\.\*e"\]/)
})
