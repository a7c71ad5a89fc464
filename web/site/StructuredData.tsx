// What a page says to search engines in their own form; it runs nothing.

/** `data` is one thing of schema.org without its context. */
export function StructuredData({ data }: { data: { '@type': string; [property: string]: unknown } }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
