// An hour-by-hour timeline of a day.

interface Hour {
  at: string
  title: string
  text: string
}

export function DayTimeline({ hours }: { hours: readonly Hour[] }) {
  return (
    <ol className="grid">
      {hours.map(({ at, title, text }, n) => (
        <li key={at + title} className="grid grid-cols-[4rem_1.5rem_minmax(0,1fr)] gap-x-2">
          <span className="text-sm/6 text-ink-2 tabular-nums">{at}</span>
          <span aria-hidden="true" className="relative">
            <i className="absolute start-0 top-1.5 size-3.5 rounded-full bg-accent" />
            {n < hours.length - 1 && <i className="absolute start-1.5 top-6 bottom-0 border-s-2 border-accent" />}
          </span>
          <div className="pb-6">
            <h3 className="text-md">{title}</h3>
            <p className="max-w-[58ch] text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
