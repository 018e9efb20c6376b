import { z } from 'zod'
import { nothing } from '../account/shapes.ts'
import { columnNames, dateOrders, decimalMarks, encodings, groupMarks, separators, timeUnits } from '../data/reading.ts'
import { defineRoute } from '../route.ts'
import { isTimeZone } from '../values/clock.ts'
import { importKinds } from '../values/import-kind.ts'
import { staffErrors } from './console.ts'
import { previewBytesMax } from './preview-bytes.ts'

const time = z.number().describe('ms')

const run = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  file: z.string(),
  target: z.string().describe('class, region, code and interval, if the file is of one instrument'),
  state: z.enum(['waiting', 'running', 'stopped', 'done', 'failed']),
  fraction: z.number().describe('the fraction of the file that is read, 0 to 1'),
  failure: z.string().nullable().describe("why the import ended, a sentence in the caller's language"),
  rows: z.number(),
  accepted: z.number(),
  corrected: z.number().describe('rows that replaced a different value of an earlier import'),
  quarantined: z.number(),
  waiting: z.number().describe('refused rows that wait for a person; at most 100,000 of an import are kept for that'),
  by: z.string().nullable().describe('the address of a member of the staff, `cli` for the command line; null: unknown'),
  startedAt: time,
  finishedAt: time.nullable(),
})
export type ImportRow = z.infer<typeof run>

export const listImportsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/imports',
  summary: 'Imports, the newest first, 20 at a time',
  auth: 'staff',
  verb: 'import.list',
  query: z.object({
    waiting: z.enum(['yes']).optional().describe('only imports with rows that wait'),
    after: z.string().max(40).optional().describe('`next` of the previous page'),
  }),
  data: z.object({ imports: z.array(run), next: z.string().nullable() }),
  errors: [...staffErrors, 'invalid_cursor'],
})

const importId = z.object({ id: z.string().regex(/^\d{1,18}$/) })

const reason = z.string().min(1).max(40)
const fix = z.enum(['exchange_high_low'])
export type RowFix = z.infer<typeof fix>

const refused = z.object({
  line: z.number(),
  reason: z.string(),
  content: z.string().describe('the row as text'),
  cells: z.array(z.string()),
  version: z.number(),
})
export type RefusedRow = z.infer<typeof refused>

export const readImportRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/imports/{id}',
  summary: 'One import with its refused rows that wait, by line, 50 at a time',
  auth: 'staff',
  verb: 'import.list',
  params: importId,
  query: z.object({
    reason: reason.optional(),
    after: z.coerce.number().int().min(0).optional().describe('the line after which the page begins'),
  }),
  data: z.object({
    import: run,
    columns: z.array(z.string()).describe('the names of the columns in the file, our names if the file has none'),
    reading: z.string().nullable().describe("how the file was read, a sentence in the caller's language"),
    reasons: z.array(z.object({ reason: z.string(), count: z.number() })).describe('the reasons of the rows that wait'),
    fix: z
      .object({ name: fix, count: z.number(), of: z.number() })
      .nullable()
      .describe('a change that makes `count` of the `of` rows with the requested reason valid'),
    rows: z.array(refused),
    next: z.number().nullable(),
  }),
  errors: staffErrors,
})

/** The maximum number of rows that one call corrects: one page. */
export const correctedRowsMax = 50

export const correctRowsRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/imports/{id}/correct',
  summary:
    'Replaces refused rows and imports them at once, if `release` is set. A row that still breaks a rule is not replaced; outliers are accepted',
  auth: 'staff',
  verb: 'quarantine.correct',
  params: importId,
  body: z.object({
    rows: z
      .array(
        z.object({
          line: z.number().int().min(1),
          version: z.number().int().min(0),
          cells: z.array(z.string().max(1_000)).min(1).max(200),
        }),
      )
      .min(1)
      .max(correctedRowsMax),
    release: z.boolean().default(false).describe('false: the rows wait until they are released'),
  }),
  data: z.object({
    saved: z.number(),
    refused: z
      .array(z.object({ line: z.number(), reason: z.string() }))
      .describe('the rows that still break a rule, each with the rule'),
  }),
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter', 'history_unavailable', 'storage_full'],
})

/**
 * The refused rows to act on: the named lines with the versions that were read, or all rows with one reason. With
 * neither: all waiting rows.
 */
const picked = z.object({
  lines: z
    .array(z.object({ line: z.number().int().min(1), version: z.number().int().min(0) }))
    .min(1)
    .max(500)
    .optional(),
  reason: reason.optional(),
})

export const releaseRowsRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/imports/{id}/release',
  summary: 'Imports refused rows in their present form, including outliers. A row that breaks another rule waits again',
  auth: 'staff',
  verb: 'quarantine.release',
  params: importId,
  body: picked.extend({ fix: fix.optional() }),
  data: z.object({ released: z.number(), refused: z.number() }),
  errors: [...staffErrors, 'changed_meanwhile', 'history_unavailable', 'storage_full'],
})

export const discardRowsRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/imports/{id}/discard',
  summary: 'Removes refused rows from the list; their file in the quarantine folder stays',
  auth: 'staff',
  verb: 'quarantine.discard',
  params: importId,
  body: picked,
  data: z.object({ discarded: z.number() }),
  errors: [...staffErrors, 'changed_meanwhile'],
})

export const uploadStates = ['receiving', 'ready', 'importing', 'stopped', 'failed', 'done'] as const
export type UploadState = (typeof uploadStates)[number]

const upload = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  file: z.string(),
  bytes: z.number(),
  received: z.number().describe('the bytes received so far, which is where the next piece begins'),
  state: z.enum(uploadStates),
  version: z.number(),
  importId: z.string().nullable(),
  fraction: z.number().describe('the fraction of the file that is imported, 0 to 1'),
  rows: z.number().describe('rows that are read so far'),
  failure: z.string().nullable().describe("why the import ended, a sentence in the caller's language"),
  begunAt: z.number().describe('ms'),
  changedAt: z.number().describe('ms'),
})
export type Upload = z.infer<typeof upload>

const uploadId = z.object({ id: z.string().min(1).max(40) })
const versioned = z.object({ version: z.number().int().min(0) })
const flag = z.string().trim().max(40).optional()

export const listUploadsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/uploads',
  summary: 'Uploads whose import is not finished, and all uploads of the last day, newest first',
  auth: 'staff',
  verb: 'import.list',
  data: z.array(upload),
  errors: staffErrors,
})

export const readUploadRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/uploads/{id}',
  summary: 'The progress of an upload and of its import',
  auth: 'staff',
  verb: 'import.list',
  params: uploadId,
  data: upload,
  errors: staffErrors,
})

const reading = z.object({
  separator: z.enum(separators).optional(),
  decimal: z.enum(decimalMarks).optional(),
  groups: z.enum(groupMarks).optional().describe('between thousands; an empty text: no groups'),
  encoding: z.enum(encodings).optional(),
  times: z.enum(['text', ...timeUnits]).optional(),
  dates: z.enum(dateOrders).optional(),
  zone: z.string().max(64).refine(isTimeZone).optional(),
})

export const previewFileRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/uploads/preview',
  summary: 'Previews the import of a file from its first bytes, which are the body. Nothing is stored',
  auth: 'staff',
  verb: 'upload.send',
  query: reading.extend({
    file: z.string().min(1).max(200),
    kind: z.enum(importKinds),
    class: flag,
    region: flag,
    code: flag,
    interval: flag,
    map: z.string().max(1_000).optional(),
  }),
  data: z.object({
    columns: z
      .array(z.object({ name: z.string(), is: z.enum(columnNames).nullable() }))
      .describe('the columns of the file, each with the column of ours that it fills; empty if the file is not text'),
    rows: z.array(z.array(z.string())).describe('the first five rows'),
    reading: z.string().nullable().describe("how the file is read, a sentence in the caller's language"),
    problem: z
      .string()
      .nullable()
      .describe("why the file cannot be read in this way, a sentence in the caller's language"),
    missing: z
      .enum(['code', 'interval'])
      .nullable()
      .describe('the fact that neither the file name nor the call states'),
  }),
  bytesMax: previewBytesMax,
  errors: [...staffErrors, 'invalid_parameter', 'bad_request'],
})

export const beginUploadRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/uploads',
  summary:
    'Begins the upload of a file of at most 10 GB, or finds the interrupted upload of the same file. The pieces of the file follow by PUT',
  auth: 'staff',
  verb: 'upload.send',
  body: z.object({
    file: z.string().min(1).max(200).describe('the name of the file: .csv, .csv.gz, .csv.zst or .parquet'),
    bytes: z.number().int().min(1),
    kind: z.enum(importKinds),
    class: flag,
    region: flag,
    code: flag,
    interval: flag,
    map: z.string().max(1_000).optional().describe('a column mapping of bars or ticks, or the name of a saved mapping'),
    acceptOutliers: z.boolean().default(false),
    reading: reading.optional().describe('how the text is written, if the file allows two readings'),
  }),
  data: upload,
  errors: [...staffErrors, 'invalid_parameter', 'upload_too_large', 'import_target_unknown', 'storage_full'],
})

/** Maximum size of one uploaded piece of an import file, in bytes. Each piece has a time limit of 30 seconds. */
export const pieceBytesMax = 16 * 1024 * 1024

export const sendPieceRoute = defineRoute({
  method: 'PUT',
  path: '/api/operator/uploads/{id}',
  summary: 'The bytes of a file from an offset on. The last piece starts the import',
  auth: 'staff',
  verb: 'upload.send',
  params: uploadId,
  query: z.object({ offset: z.coerce.number().int().min(0) }),
  data: upload,
  bytesMax: pieceBytesMax,
  errors: [...staffErrors, 'upload_offset_wrong', 'upload_busy', 'upload_too_large', 'file_unreadable', 'storage_full'],
})

export const stopUploadRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/uploads/{id}/stop',
  summary: 'Stops an import; imported rows are kept',
  auth: 'staff',
  verb: 'upload.steer',
  params: uploadId,
  body: versioned,
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'conflict'],
})

export const startUploadRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/uploads/{id}/start',
  summary: 'Imports a stopped or failed file again; rows that were imported before change nothing',
  auth: 'staff',
  verb: 'upload.steer',
  params: uploadId,
  body: versioned,
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'conflict'],
})

export const dropUploadRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/uploads/{id}/drop',
  summary: 'Deletes an uploaded file; imported rows are kept',
  auth: 'staff',
  verb: 'upload.steer',
  params: uploadId,
  body: versioned,
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'conflict'],
})
