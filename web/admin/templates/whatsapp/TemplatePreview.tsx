// A WhatsApp template as a phone shows it, in the direction of its language.
import { directionOf } from '../../../../core/words/languages.ts'
import { ChatText } from '../../../ui/phone/ChatText.tsx'
import { Bubble, Chat } from '../../../ui/phone/Phone.tsx'
import { useWords } from '../../../words/words.tsx'

export interface ShownTemplate {
  language: string
  preview: string
  footer: string | null
  buttons: readonly string[]
}

export function TemplatePreview({ shown: { language, preview, footer, buttons } }: { shown: ShownTemplate }) {
  const t = useWords('admintemplates')
  const spoken = language.replace('_', '-')
  return (
    <div
      role="group"
      aria-label={t('preview')}
      lang={spoken}
      dir={directionOf(spoken.split('-')[0] ?? '')}
      className="overflow-hidden rounded-hull-lg"
    >
      <Chat>
        <Bubble buttons={buttons.filter(label => label !== '')}>
          <ChatText text={preview} />
          {footer && <p className="soft text-xs wrap-anywhere">{footer}</p>}
        </Bubble>
      </Chat>
    </div>
  )
}
