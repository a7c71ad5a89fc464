// A sample WhatsApp chat: our messages, the person's replies, and our answers.
import type { ComponentProps } from 'react'
import { ChatText } from '../../ui/phone/ChatText.tsx'
import { Bubble, Chat } from '../../ui/phone/Phone.tsx'

type Line = Omit<ComponentProps<typeof Bubble>, 'children'> & { text: string; time: string }

export function Talk({ lines }: { lines: readonly Line[] }) {
  return (
    <Chat className="rounded-hull-lg dark:shadow-[inset_0_0_0_1px_var(--line)]">
      {lines.map(({ text, ...about }) => (
        <Bubble key={text} {...about}>
          <ChatText text={text} />
        </Bubble>
      ))}
    </Chat>
  )
}
