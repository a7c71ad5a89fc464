// Questions that expand to their answers without a script.
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface Question {
  id?: string
  question: string
  answer: ReactNode
}

/** With `open`, the first question is expanded. */
export function Questions({ questions, open = true }: { questions: readonly Question[]; open?: boolean }) {
  return (
    <div>
      {questions.map(({ id, question, answer }, index) => (
        <details key={question} id={id} open={open && index === 0} className="group scroll-mt-4 border-t border-line last:border-b">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-3 py-4 font-strong [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown size={18} aria-hidden className="flex-none group-open:rotate-180" />
          </summary>
          <div className="grid max-w-[60ch] gap-3 pb-5 text-ink-2">{answer}</div>
        </details>
      ))}
    </div>
  )
}
