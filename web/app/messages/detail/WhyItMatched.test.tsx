// Tests that an explanation marks exactly the words that matched.
import { expect, test } from 'vitest'
import type { FilterExplanations } from '../../../../core/filters/explanation.ts'
import { stage } from '../../../stage.fixture.tsx'
import { Highlighted } from '../../../ui/text/Highlighted.tsx'
import { testId } from '../../queries/messages.fixture.ts'
import { Reasons } from './WhyItMatched.tsx'

const subjectTest = (value: string, held: boolean | null, seen = '', hits: { start: number; end: number }[] = []) => ({
  test: { field: 'subject' as const, operator: 'contains' as const, values: [value] },
  held,
  seen,
  hits,
})
const explanations = (n: number, name: string, explanation: FilterExplanations[number]['explanation']) => ({
  filterId: testId(n),
  filterName: name,
  acted: explanation.held === true,
  explanation,
})
const findMarks = (container: Element) => [...container.querySelectorAll('mark')].map(mark => mark.textContent)

test.each<[string, { start: number; end: number }[], string[]]>([
  ['Rent receipt', [{ start: 5, end: 12 }], ['receipt']],
  [
    'Rent receipt',
    [
      { start: 5, end: 12 },
      { start: 0, end: 4 },
    ],
    ['Rent', 'receipt'],
  ],
  [
    'Rent receipt',
    [
      { start: 0, end: 7 },
      { start: 5, end: 99 },
    ],
    ['Rent re', 'ceipt'],
  ],
  ['Rent', [{ start: 4, end: 9 }], []],
])('%j with hits %j marks %j', async (text, hits, marks) => {
  const { container } = await stage(<Highlighted text={text} hits={hits} />)
  expect(findMarks(container)).toEqual(marks)
  expect(container.textContent).toBe(text)
})

test('a filter that matched shows what each condition looked at, and which were not tested and why', async () => {
  const home = explanations(1, 'Home', {
    group: 'any',
    held: true,
    parts: [
      subjectTest('receipt', true, 'Rent receipt', [{ start: 5, end: 12 }]),
      subjectTest('rent due', null),
      { group: 'all', held: null, parts: [subjectTest('rent', null), subjectTest('november', null)] },
    ],
  })
  const other = explanations(2, 'Bank', {
    group: 'all',
    held: false,
    parts: [subjectTest('code', false, 'Rent receipt'), subjectTest('pin', null)],
  })
  const screen = await stage(<Reasons explanations={[other, home]} isErased={false} />, ['forwarded', 'sender', 'sentence'])
  expect(findMarks(screen.container)).toEqual(['receipt'])
  await expect.element(screen.getByText('Not checked: Subject contains rent due. One match was enough.')).toBeVisible()
  await expect.element(screen.getByText('All of these: Not checked. One match was enough.')).toBeVisible()
  await expect.element(screen.getByText('1 other filter didn’t match')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Open filter Home' })).toHaveAttribute('href', `/filters/${testId(1)}`)
  await screen.getByText('1 other filter didn’t match').click()
  await expect.element(screen.getByText('It was “Rent receipt”.')).toBeVisible()
  await expect.element(screen.getByText('Not checked: Subject contains pin. One mismatch was enough.')).toBeVisible()
})

test('an email that matched nothing shows its filters expanded, or says that there were none', async () => {
  const many = Array.from({ length: 5 }, (_, n) =>
    explanations(n, `Filter ${n}`, { group: 'all', held: false, parts: [subjectTest('x', false, '')] }),
  )
  const screen = await stage(<Reasons explanations={many} isErased={false} />, ['forwarded', 'sender', 'sentence'])
  await expect.element(screen.getByText('Filter 2')).toBeVisible()
  await expect.element(screen.getByText('2 more filters didn’t match')).toBeVisible()
  const none = await stage(<Reasons explanations={[]} isErased={false} />, ['forwarded', 'sender', 'sentence'])
  await expect.element(none.getByText('No filters were on when this email arrived.')).toBeVisible()
})
