// Tests that an explanation marks exactly the words that matched.
import { expect, test } from 'vitest'
import type { FilterExplanations } from '../../../../core/filters/explanation.ts'
import { stage } from '../../../stage.fixture.tsx'
import { Marked } from '../../../ui/text/Marked.tsx'
import { idOf } from '../../queries/messages.fixture.ts'
import { Reasons } from './WhyItMatched.tsx'

const subject = (value: string, held: boolean | null, seen = '', hits: { start: number; end: number }[] = []) => ({
  test: { field: 'subject' as const, operator: 'contains' as const, values: [value] },
  held,
  seen,
  hits,
})
const asked = (n: number, name: string, explanation: FilterExplanations[number]['explanation']) => ({
  filterId: idOf(n),
  filterName: name,
  acted: explanation.held === true,
  explanation,
})
const marksIn = (container: Element) => [...container.querySelectorAll('mark')].map(mark => mark.textContent)

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
  const { container } = await stage(<Marked text={text} hits={hits} />)
  expect(marksIn(container)).toEqual(marks)
  expect(container.textContent).toBe(text)
})

test('a filter that held shows what each test saw, and what was not tested and why', async () => {
  const home = asked(1, 'Home', {
    group: 'any',
    held: true,
    parts: [
      subject('receipt', true, 'Rent receipt', [{ start: 5, end: 12 }]),
      subject('rent due', null),
      { group: 'all', held: null, parts: [subject('rent', null), subject('november', null)] },
    ],
  })
  const other = asked(2, 'Bank', { group: 'all', held: false, parts: [subject('code', false, 'Rent receipt'), subject('pin', null)] })
  const screen = await stage(<Reasons asked={[other, home]} isErased={false} />, ['forwarded', 'sender', 'sentence'])
  expect(marksIn(screen.container)).toEqual(['receipt'])
  await expect.element(screen.getByText('Not tested: Subject contains rent due. One was enough.')).toBeVisible()
  await expect.element(screen.getByText('All of these: Not tested. One was enough.')).toBeVisible()
  await expect.element(screen.getByText('1 other filter did not match')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Open filter Home' })).toHaveAttribute('href', `/filters/${idOf(1)}`)
  await screen.getByText('1 other filter did not match').click()
  await expect.element(screen.getByText('It was “Rent receipt”.')).toBeVisible()
  await expect.element(screen.getByText('Not tested: Subject contains pin. One that was not true was enough.')).toBeVisible()
})

test('a mail that nothing matched shows its filters open, and says when there were none', async () => {
  const many = Array.from({ length: 5 }, (_, n) => asked(n, `Filter ${n}`, { group: 'all', held: false, parts: [subject('x', false, '')] }))
  const screen = await stage(<Reasons asked={many} isErased={false} />, ['forwarded', 'sender', 'sentence'])
  await expect.element(screen.getByText('Filter 2')).toBeVisible()
  await expect.element(screen.getByText('2 more filters did not match')).toBeVisible()
  const none = await stage(<Reasons asked={[]} isErased={false} />, ['forwarded', 'sender', 'sentence'])
  await expect.element(none.getByText('No filter was on when it arrived.')).toBeVisible()
})
