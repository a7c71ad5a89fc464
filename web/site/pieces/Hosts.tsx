// An illustration of several hosts sharing one database, one of them down.
import { cx } from '../../ui/cx.ts'

interface Host {
  name: string
  roles: string
  text: string
  isDown?: boolean
}

export function Hosts({ tag, hosts, database, about }: { tag: string; hosts: readonly Host[]; database: string; about: string }) {
  return (
    <figure>
      <figcaption>
        <span className="tag">{tag}</span>
      </figcaption>
      <ul className="mt-3 grid gap-(--gap) sm:grid-cols-2 lg:grid-cols-4 lg:gap-y-0">
        {hosts.map(({ name, roles, text, isDown = false }) => (
          <li key={name} className="flex flex-col">
            <div className={cx('card flex-1', isDown && 'card-dashed text-ink-2')}>
              <b className="block">{name}</b>
              <code className="block text-sm">{roles}</code>
              <p className="mt-2 text-sm text-ink-2">{text}</p>
            </div>
            <i
              aria-hidden="true"
              className={cx('ms-8 h-8 border-s-3 max-lg:hidden', isDown ? 'border-dotted border-edge' : 'border-accent')}
            />
          </li>
        ))}
      </ul>
      <p className="rounded-hull-lg bg-water px-(--pad) py-4 max-lg:mt-(--gap)">
        <b>{database}</b> <span className="text-ink-2">{about}</span>
      </p>
    </figure>
  )
}
