// Figures, each with the command or the file of the repository that it comes from.
import { SourceFile } from '../source.tsx'

interface Figure {
  figure: string
  text: string
  from: string
}

export function Benchmarks({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {figures.map(({ figure, text, from }) => (
        <li key={text} className="border-t border-line pt-4">
          <b className="plain-zero block text-figure font-figure tabular-nums">{figure}</b>
          <p className="mt-1 max-w-[40ch]">{text}</p>
          <p className="mt-2 font-mono text-sm wrap-anywhere text-ink-2">{from.startsWith('npm ') ? from : <SourceFile path={from} />}</p>
        </li>
      ))}
    </ul>
  )
}
