// The description with its parts marked: understood, in question, or ignored.
import type { Understanding } from '../../../../core/filters/speech/understood.ts'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words/words.tsx'

const looks: Record<Understanding['as'], string> = {
  condition: 'bg-accent-soft rounded-[4px] px-0.5',
  action: 'bg-accent-soft rounded-[4px] px-0.5',
  question: 'bg-info-soft rounded-[4px] px-0.5 underline decoration-dotted underline-offset-4',
  missing: 'bg-warn-soft rounded-[4px] px-0.5 line-through',
  unused: 'text-ink-3 line-through',
  joint: '',
  filler: '',
}

export function DescriptionText({ text, parts }: { text: string; parts: Understanding[] }) {
  const t = useWords('editor')
  const sorted = parts.toSorted((a, b) => a.start - b.start)
  const lost = sorted.filter(part => part.as === 'unused' || part.as === 'missing').map(part => text.slice(part.start, part.end).trim())
  return (
    <p className="text-ink-2" dir="auto">
      {pieces(text, sorted).map(piece => (
        <span key={piece.start} className={cx(piece.as && looks[piece.as])}>
          {text.slice(piece.start, piece.end)}
        </span>
      ))}
      {lost.length > 0 && (
        <span className="block text-sm">
          {t('say.notUnderstood')} {lost.join(', ')}
        </span>
      )}
    </p>
  )
}

interface Piece {
  start: number
  end: number
  as: Understanding['as'] | null
}

/** Text outside all parts stays unmarked. */
function pieces(text: string, parts: Understanding[]): Piece[] {
  const out: Piece[] = []
  let at = 0
  for (const { start, end, as } of parts) {
    if (start < at) continue
    if (start > at) out.push({ start: at, end: start, as: null })
    out.push({ start, end, as })
    at = end
  }
  if (at < text.length) out.push({ start: at, end: text.length, as: null })
  return out
}
