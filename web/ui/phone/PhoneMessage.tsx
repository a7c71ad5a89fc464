// One of our WhatsApp messages as the phone shows it, with a note on what its filter hides.
import { EyeOff } from 'lucide-react'
import type { Hidden as HiddenParts, OnPhone } from '../../../core/api/ledger.ts'
import { useWords } from '../../words/words.tsx'
import { ChatText } from './ChatText.tsx'
import { Bubble } from './Phone.tsx'

interface MessageProps {
  message: OnPhone
  time?: string
  ticks?: 'accepted' | 'delivered' | 'read'
}

export function PhoneMessage({ message, ...bubbleProps }: MessageProps) {
  const t = useWords('ui')
  const { file } = message
  const kinds = { image: t('bubble.picture'), video: t('bubble.video'), audio: t('bubble.audio'), document: t('bubble.file') }
  return (
    <Bubble
      {...bubbleProps}
      {...(file && { file: { name: file.name ?? kinds[file.kind], size: kinds[file.kind] } })}
      buttons={message.buttons}
    >
      {message.header && <b className="wrap-anywhere">{message.header}</b>}
      {message.body && <ChatText text={message.body} />}
      {message.footer && <p className="soft text-xs wrap-anywhere">{message.footer}</p>}
    </Bubble>
  )
}

export function HiddenNote({ hidden }: { hidden: HiddenParts | null }) {
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
