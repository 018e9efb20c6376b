import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** The names that an app of one page imports from React and React Router. */
const entry = `
  import { hydrateRoot } from 'react-dom/client'
  import { useState } from 'react'
  import { HydratedRouter } from 'react-router/dom'
  import { Form, Link, Links, Meta, Outlet, Scripts, ScrollRestoration, useFetcher, useLoaderData } from 'react-router'
  globalThis.used = [hydrateRoot, useState, HydratedRouter, Form, Link, Links, Meta, Outlet, Scripts, ScrollRestoration]
  globalThis.used.push(useFetcher, useLoaderData)`

/** Gzipped bytes of the frameworks without an app, as Vite builds them for the browser. */
export async function frameworkBytes(root: string): Promise<number> {
  const name = '\0frameworks.js'
  const built = await build({
    ...{ root, configFile: false, logLevel: 'error', publicDir: false },
    plugins: [
      {
        name: 'frameworks',
        enforce: 'pre',
        resolveId: (source) => (source === 'frameworks' ? name : undefined),
        load: (id) => (id === name ? entry : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'frameworks' } },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []))
  return chunks.reduce((sum, one) => sum + (one.type === 'chunk' ? gzipSync(one.code, { level: 9 }).length : 0), 0)
}
