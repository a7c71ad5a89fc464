// A table of short facts: a name on the left, a sentence on the right.
import { Rich } from '../../ui/text/Rich.tsx'

export function Facts({ facts }: { facts: readonly { title: string; text: string }[] }) {
  return (
    <dl className="card card-flush">
      {facts.map(({ title, text }) => (
        <div
          key={title}
          className="grid gap-x-8 gap-y-1 border-t border-line px-(--pad) py-3.5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)]"
        >
          <dt className="font-strong">{title}</dt>
          <dd className="max-w-[62ch] text-ink-2">
            <Rich text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
