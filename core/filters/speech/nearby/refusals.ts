// Resolves negations and files by what stands around them: `Sundays no`, `with a PDF, without attachments`.
import { type PlacedPiece, type SentencePiece, type TestField } from '../pieces.ts'
import { copySpan, isTestPiece, type TestPiece } from './pieces.ts'

/** `los domingos no`, `Sundays not`: a negation that ends its part of the sentence denies what stands before it. */
export function resolvePostponed(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    if (isPostponed(pieces, i)) return { is: 'filler', why: 'filler', ...copySpan(piece) }
    return isTestPiece(piece) && isPostponed(pieces, i + 1) ? { ...piece, isNot: true } : piece
  })
}

function isPostponed(pieces: PlacedPiece[], at: number): boolean {
  const [before, piece, next] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  const denies = piece?.is === 'join' && piece.isNot && piece.how === 'but' && piece.to - piece.from === 1
  if (!denies || before === undefined || !isTestPiece(before) || before.isNot) return false
  if (next === undefined || (next.is === 'join' && !next.isNot)) return true
  return timeFields.has(before.field) && (next.is === 'action' || next.is === 'filler')
}

/** `Sundays not`, followed by what to do. */
const timeFields: ReadonlySet<TestField> = new Set(['weekday', 'hour', 'date'])

/** `but not urgent`, `do not archive them`: an action that is denied is not taken; what becomes of hidden numbers is asked. */
export function resolveDeniedActions(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    if (piece.is === 'action' && isDenied(pieces, i) && isPlainNot(pieces[i - 1])) {
      const isHiding = piece.action.kind === 'redact'
      return isHiding
        ? { is: 'ask', code: 'redact', about: 'redact', ...copySpan(piece) }
        : { is: 'filler', why: 'sets_nothing', ...copySpan(piece) }
    }
    return pieces[i + 1]?.is === 'action' && isPlainNot(piece) ? { is: 'filler', why: 'filler', ...copySpan(piece) } : piece
  })
}

const isPlainNot = (piece: PlacedPiece | undefined): boolean => piece?.is === 'join' && piece.isNot && piece.how === 'but'

const fileFields: ReadonlySet<TestField> = new Set([
  'attachment',
  'attachment_type',
  'attachment_name',
  'attachment_size',
  'attachment_count',
])

/** `with a PDF, without attachments`: an email cannot lack what it must have, so the files are not to be sent. */
export function resolveUnsentFiles(pieces: PlacedPiece[]): PlacedPiece[] {
  const first = pieces.findIndex(piece => isTestPiece(piece) && fileFields.has(piece.field) && !isNoFile(pieces, piece))
  if (first < 0) return pieces
  return pieces.map((piece, i): PlacedPiece => {
    const action: SentencePiece = { is: 'action', action: { kind: 'attachments', attachments: false } }
    return i > first && isTestPiece(piece) && isNoFile(pieces, piece) && !isAlternative(pieces, i)
      ? { ...action, ...copySpan(piece) }
      : piece
  })
}

const isNoFile = (pieces: PlacedPiece[], piece: TestPiece): boolean =>
  piece.field === 'attachment' && piece.isNot === true && !isDenied(pieces, pieces.indexOf(piece))

const isDenied = (pieces: PlacedPiece[], at: number): boolean => {
  const before = pieces[at - 1]
  return before?.is === 'join' && before.isNot
}

/** `with a PDF or without attachments` */
function isAlternative(pieces: PlacedPiece[], at: number): boolean {
  const before = pieces.findLast((other, i) => i < at && other.is !== 'filler')
  return before?.is === 'join' && before.how === 'or'
}

/** `sent to a@x.example or b@x.example`: another address in the list is of the same field. */
export function inheritRecipients(pieces: PlacedPiece[]): PlacedPiece[] {
  const found: PlacedPiece[] = []
  for (const piece of pieces) {
    const field = isBareAddress(piece) ? findListedField(found) : null
    found.push(field && isTestPiece(piece) ? { ...piece, field, tests: moveTests(piece, field) } : piece)
  }
  return found
}

const isBareAddress = (piece: PlacedPiece): boolean => isTestPiece(piece) && piece.field === 'from' && piece.to - piece.from === 1

/** The field of the recipient that a conjunction continues. */
function findListedField(before: PlacedPiece[]): 'recipient' | 'cc' | null {
  const [test, join] = [before.at(-2), before.at(-1)]
  if (!test || !isTestPiece(test) || join?.is !== 'join' || join.isNot) return null
  return test.field === 'recipient' || test.field === 'cc' ? test.field : null
}

const moveTests = (piece: TestPiece, field: 'recipient' | 'cc'): TestPiece['tests'] =>
  piece.tests.map(test => ('field' in test && test.field === 'from' ? { ...test, field } : test))
