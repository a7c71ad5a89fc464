// Says of each stretch of a sentence what became of it.

import type { Span } from '../../text/spans.ts'
import type { Action } from '../action.ts'
import type { Condition } from '../tree.ts'
import { actionKindOf } from './actions.ts'
import { type TestSpans, testsIn } from './concrete.ts'
import { opposite } from './opposite.ts'
import type { PlacedPiece } from './pieces.ts'
import type { Understanding } from './understood.ts'

export function partsOf(
  pieces: PlacedPiece[],
  condition: Condition | null,
  actions: Action[],
  places: TestSpans,
  text: string,
): Understanding[] {
  const tests = testsIn(condition)
  // The same was said twice, and stands once.
  const byText = new Map(tests.map(each => [JSON.stringify(each.test), each]))
  const said = pieces.map(({ ...piece }): Understanding => {
    const range = { start: piece.start, end: piece.end }
    const kind = actionKindOf(piece)
    const action = actions.findIndex(each => each.kind === kind)
    const found =
      tests.find(({ test }) => places.get(test)?.some(place => isSame(place, range))) ??
      (piece.is === 'test'
        ? (byText.get(JSON.stringify(piece.tests[0])) ?? byText.get(JSON.stringify(opposite(piece.tests[0]))))
        : undefined)
    return { ...range, as: asOf(piece, found !== undefined), ...(found && { path: found.path }), ...(action >= 0 && { action }) }
  })
  const known = said.filter((part, i) => i === 0 || !isSame(part, said[i - 1] ?? part) || said[i - 1]?.as !== part.as)
  const end = pieces.at(-1)?.end ?? 0
  const rest = text.slice(end).trim() === '' ? [] : [{ start: end, end: text.length, as: 'unused' as const }]
  return [...known, ...rest]
}

function asOf(piece: PlacedPiece, isFound: boolean): Understanding['as'] {
  switch (piece.is) {
    case 'test':
      return isFound ? 'condition' : 'unused'
    case 'action':
      return 'action'
    case 'ask':
      return 'question'
    case 'missing':
      return 'missing'
    case 'join':
    case 'scope':
      return 'joint'
    case 'unused':
      return 'unused'
    default:
      return piece.is === 'filler' && (piece.why === 'describes_sender' || piece.why === 'sets_nothing') ? 'unused' : 'filler'
  }
}

const isSame = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end
