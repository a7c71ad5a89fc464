// What stands in a chat, as WhatsApp draws it: our messages, what the person writes, and what we answer.
import type { ComponentProps } from 'react'
import { ChatText } from '../../ui/ChatText.tsx'
import { Bubble, Chat } from '../../ui/Phone.tsx'

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
