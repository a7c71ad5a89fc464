// Tests that new messages never move the rows somebody is reading.
import { expect, test } from 'vitest'
import { line } from '../../queries/messages.fixture.ts'
import { changesBetween, type FetchedPage, mergePage } from './merge-page.ts'

const page = (ns: number[], next: string | null = null): FetchedPage => ({ items: ns.map(n => line(n, 'queued')), next })
const shownOf = (ns: number[], next: string | null = null) => mergePage(null, page(ns, next), false)
const ids = (lines: { id: string }[]) => lines.map(({ id }) => Number(id.slice(-3)))

test('what is new is shown at once to somebody who does not read', () => {
  const shown = mergePage(shownOf([3, 2, 1]), page([5, 4, 3, 2, 1]), false)
  expect([ids(shown.items), ids(shown.waiting)]).toEqual([[5, 4, 3, 2, 1], []])
})

test('while somebody reads, new rows wait, and those that the page pushed off stay with their cursor', () => {
  const shown = mergePage(shownOf([3, 2, 1], 'after 1'), page([5, 4, 3], 'after 3'), true)
  expect([ids(shown.items), ids(shown.waiting), shown.next]).toEqual([[3, 2, 1], [5, 4], 'after 1'])
})

test('a known row changes in place, one that left the part goes, and an empty list takes everything', () => {
  const fresh: FetchedPage = { items: [line(4, 'queued'), line(3, 'read'), line(1, 'queued')], next: null }
  const shown = mergePage(shownOf([3, 2, 1]), fresh, true)
  expect(ids(shown.items)).toEqual([3, 1])
  expect(shown.items[0]?.delivery?.state).toBe('read')
  expect(ids(shown.waiting)).toEqual([4])
  expect(ids(mergePage(shownOf([]), page([1]), true).items)).toEqual([1])
})

test('without anything new, the page that follows is taken as it is, also while somebody reads', () => {
  const shown = mergePage(shownOf([3, 2], 'after 2'), page([3, 1], 'after 1'), true)
  expect([ids(shown.items), shown.next]).toEqual([[3, 1], 'after 1'])
})

test('a change is a new mail or a state that moved on, and not an older mail that came into view', () => {
  const before = [line(3, 'queued'), line(2, 'read')]
  const changes = changesBetween(before, [line(4, 'queued'), line(3, 'sending'), line(2, 'read'), line(1, 'read')])
  expect(changes.map(({ line: { id }, isNew }) => [Number(id.slice(-3)), isNew])).toEqual([
    [4, true],
    [3, false],
  ])
})
