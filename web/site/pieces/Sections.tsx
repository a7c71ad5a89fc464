// A long text in numbered sections, with a list of them beside it.
import type { ReactNode } from 'react'
import { column } from '../column.ts'

export interface Section {
  id: string
  title: string
  body: ReactNode
}

/** `label` names the list; `above` stands before the first section. */
export function Sections({ label, sections, above }: { label: string; sections: readonly Section[]; above?: ReactNode }) {
  return (
    <div className={`${column} grid gap-8 py-[clamp(2.5rem,6vw,4.5rem)] lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-16`}>
      <nav aria-label={label} className="text-sm lg:sticky lg:top-6 lg:self-start">
        <p className="font-strong">{label}</p>
        <ol className="mt-2 grid gap-x-4 gap-y-1 sm:max-lg:grid-cols-2">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="block py-1 text-ink-2 no-underline hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid gap-10">
        {above}
        {sections.map(({ id, title, body }) => (
          <section key={id} id={id} className="scroll-mt-6">
            <h2 className="text-xl">{title}</h2>
            <div className="mt-2 grid gap-3 text-[1.0625rem]/[1.7rem] text-ink-2">{body}</div>
          </section>
        ))}
      </div>
    </div>
  )
}
