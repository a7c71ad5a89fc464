// A sample WhatsApp chat: our messages and the user's replies.
import type { ComponentProps } from 'react'
import { ChatText } from '../../ui/phone/ChatText.tsx'
import { Bubble, Chat } from '../../ui/phone/Phone.tsx'

type ChatLine = Omit<ComponentProps<typeof Bubble>, 'children'> & { text: string; time: string }

export function ChatExample({ lines }: { lines: readonly ChatLine[] }) {
  return (
    <Chat className="rounded-hull-lg dark:shadow-[inset_0_0_0_1px_var(--line)]">
      {lines.map(({ text, ...bubbleProps }) => (
        <Bubble key={text} {...bubbleProps}>
          <ChatText text={text} />
        </Bubble>
      ))}
    </Chat>
  )
}
