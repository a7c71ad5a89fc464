// A WhatsApp message of ours as the phone shows it, with a note on what its filter hides.
import { EyeOff } from 'lucide-react'
import type { Hidden as HiddenParts, OnPhone } from '../../../core/api/ledger.ts'
import { useWords } from '../../words/words.tsx'
import { ChatText } from './ChatText.tsx'
import { Bubble } from './Phone.tsx'

interface MessageProps {
  shown: OnPhone
  time?: string
  ticks?: 'accepted' | 'delivered' | 'read'
}

export function PhoneMessage({ shown, ...about }: MessageProps) {
  const t = useWords('ui')
  const { file } = shown
  const kinds = { image: t('bubble.picture'), video: t('bubble.video'), audio: t('bubble.audio'), document: t('bubble.file') }
  return (
    <Bubble {...about} {...(file && { file: { name: file.name ?? kinds[file.kind], size: kinds[file.kind] } })} buttons={shown.buttons}>
      {shown.header && <b className="wrap-anywhere">{shown.header}</b>}
      {shown.body && <ChatText text={shown.body} />}
      {shown.footer && <p className="soft text-xs wrap-anywhere">{shown.footer}</p>}
    </Bubble>
  )
}

export function Hidden({ hidden }: { hidden: HiddenParts | null }) {
  const t = useWords('ui')
  if (!hidden) return null
  const { show, files, redactions } = hidden
  const sentences = [
    ...(show ? [t(`hidden.${show}`)] : []),
    ...(files > 0 ? [t('hidden.files', { n: files })] : []),
    ...(redactions > 0 ? [t('hidden.places', { n: redactions })] : []),
  ]
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2" role="note" aria-label={t('hidden.label')}>
      <EyeOff size={16} aria-hidden className="mt-0.5 flex-none" />
      <span>{sentences.join(' ')}</span>
    </p>
  )
}
