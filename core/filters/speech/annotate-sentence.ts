// Describes for each part of a sentence how it was understood.
import type { Span } from '../../text/spans.ts'
import type { Action } from '../action.ts'
import type { Condition } from '../tree.ts'
import { findActionKind } from './actions.ts'
import { findOpposite } from './find-opposite.ts'
import { listTestPaths, type TestSpans } from './finish-condition.ts'
import type { SentencePart } from './parsed-sentence.ts'
import type { PlacedPiece } from './pieces.ts'

export function annotateSentence(
  pieces: PlacedPiece[],
  condition: Condition | null,
  actions: Action[],
  spans: TestSpans,
  text: string,
): SentencePart[] {
  const tests = listTestPaths(condition)
  // A test that was said twice occurs once.
  const byText = new Map(tests.map(each => [JSON.stringify(each.test), each]))
  const described = pieces.map(({ ...piece }): SentencePart => {
    const range = { start: piece.start, end: piece.end }
    const kind = findActionKind(piece)
    const action = actions.findIndex(each => each.kind === kind)
    const found =
      tests.find(({ test }) => spans.get(test)?.some(span => isSame(span, range))) ??
      (piece.is === 'test'
        ? (byText.get(JSON.stringify(piece.tests[0])) ?? byText.get(JSON.stringify(findOpposite(piece.tests[0]))))
        : undefined)
    return { ...range, as: classifyPiece(piece, found !== undefined), ...(found && { path: found.path }), ...(action >= 0 && { action }) }
  })
  const distinct = described.filter((part, i) => i === 0 || !isSame(part, described[i - 1] ?? part) || described[i - 1]?.as !== part.as)
  const end = pieces.at(-1)?.end ?? 0
  const rest = text.slice(end).trim() === '' ? [] : [{ start: end, end: text.length, as: 'unused' as const }]
  return [...distinct, ...rest]
}

function classifyPiece(piece: PlacedPiece, isFound: boolean): SentencePart['as'] {
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
