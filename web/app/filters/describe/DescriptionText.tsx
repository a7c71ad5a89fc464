// Shows the description with its parts marked as understood, unclear, or ignored.
import type { SentencePart } from '../../../../core/filters/speech/parsed-sentence.ts'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words/words.tsx'

const marks: Record<SentencePart['as'], string> = {
  condition: 'bg-accent-soft rounded-[4px] px-0.5',
  action: 'bg-accent-soft rounded-[4px] px-0.5',
  question: 'bg-info-soft rounded-[4px] px-0.5 underline decoration-dotted underline-offset-4',
  missing: 'bg-warn-soft rounded-[4px] px-0.5 line-through',
  unused: 'text-ink-3 line-through',
  joint: '',
  filler: '',
}

export function DescriptionText({ text, parts }: { text: string; parts: SentencePart[] }) {
  const t = useWords('editor')
  const sorted = parts.toSorted((a, b) => a.start - b.start)
  const ignored = sorted.filter(part => part.as === 'unused' || part.as === 'missing').map(part => text.slice(part.start, part.end).trim())
  return (
    <p className="text-ink-2" dir="auto">
      {splitText(text, sorted).map(piece => (
        <span key={piece.start} className={cx(piece.as && marks[piece.as])}>
          {text.slice(piece.start, piece.end)}
        </span>
      ))}
      {ignored.length > 0 && (
        <span className="block text-sm">
          {t('say.notUnderstood')} {ignored.join(', ')}
        </span>
      )}
    </p>
  )
}

interface Piece {
  start: number
  end: number
  as: SentencePart['as'] | null
}

/** Splits the text at its parts; text outside all parts stays unmarked. */
function splitText(text: string, parts: SentencePart[]): Piece[] {
  const result: Piece[] = []
  let position = 0
  for (const { start, end, as } of parts) {
    if (start < position) continue
    if (start > position) result.push({ start: position, end: start, as: null })
    result.push({ start, end, as })
    position = end
  }
  if (position < text.length) result.push({ start: position, end: text.length, as: null })
  return result
}
