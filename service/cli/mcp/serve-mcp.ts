/** `diffsvc mcp`: a server of the Model Context Protocol on standard input and output. */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { ServiceError } from '../../../shared/errors.ts';
import { endedBy } from '../../confined-files.ts';
import { programVersion } from '../../program-version.ts';
import { CommandError } from '../command-error.ts';
import { TOOLS } from '../strings/mcp.ts';
import type { Terminal } from '../terminal.ts';
import { GrantedFiles } from './granted-files.ts';
import { TOOL_DESCRIPTIONS, type WrittenFile } from './tool-schemas.ts';
import { Tools } from './tools.ts';

/** Serves until standard input ends. `roots`: folders of the command line that limit the folders of the client. */
export async function serveMcp(roots: readonly string[], terminal: Terminal): Promise<void> {
  // `McpServer` wants the schemas of its tools in zod. Our tools have JSON schemas, so we use its inner server.
  const { server } = new McpServer(
    { name: 'diffsvc', version: programVersion() },
    { capabilities: { tools: {}, resources: {} }, instructions: TOOLS.instructions },
  );
  const files = new GrantedFiles(roots, () => {
    if (server.getClientCapabilities()?.roots === undefined) return null;
    return async () => (await server.listRoots()).roots.map(({ uri }) => uri);
  });
  const tools = new Tools(files, terminal);
  const made = new Map<string, WrittenFile>();

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOL_DESCRIPTIONS.map(({ name, title, description, inputSchema, outputSchema, writes }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: !writes, destructiveHint: writes, idempotentHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification }): Promise<CallToolResult> => {
      const tool = TOOL_DESCRIPTIONS.find(({ name }) => name === params.name);
      if (tool === undefined)
        throw new McpError(ErrorCode.InvalidParams, `no tool ${params.name}; tools/list names the tools`);
      const progressToken = params._meta?.progressToken;
      let progress = 0;
      const says = (message: string): void => {
        progress += 1;
        if (progressToken === undefined) return;
        void sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } });
      };
      try {
        const call = () => tools.call(tool.name, params.arguments ?? {}, says);
        const { data, words, file } = await endedBy(signal, call);
        if (file !== undefined) made.set(addressOf(file), file);
        return {
          structuredContent: { ...data },
          content: [
            { type: 'text', text: words },
            // Several clients drop the structured content.
            { type: 'text', text: JSON.stringify(data) },
            ...(file === undefined ? [] : [linkTo(file)]),
          ],
        };
      } catch (error) {
        if (!(error instanceof CommandError) && !(error instanceof ServiceError)) throw error;
        return { isError: true, content: [{ type: 'text', text: error.message }] };
      }
    },
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...made.values()].map(resourceOf) }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const file = made.get(uri);
    if (file === undefined)
      throw new McpError(ErrorCode.InvalidParams, `no resource ${uri}; resources are the files that a tool wrote`);
    const bytes = await files.read(await files.input(file.path));
    const isText = /^text\/|\/json$/u.test(file.mediaType);
    const content = isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
    return { contents: [{ uri, mimeType: file.mediaType, ...content }] };
  });

  const ended = new Promise<void>((resolve) => {
    terminal.stdin.once('end', resolve).once('close', resolve);
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(terminal.stdin, terminal.stdout));
  await ended;
  await server.close();
}

function addressOf({ path }: WrittenFile): string {
  return pathToFileURL(path).href;
}

function resourceOf(file: WrittenFile): { uri: string; name: string; mimeType: string; size: number } {
  return { uri: addressOf(file), name: basename(file.path), mimeType: file.mediaType, size: file.sizeBytes };
}

function linkTo(file: WrittenFile): CallToolResult['content'][number] {
  return { type: 'resource_link', ...resourceOf(file) };
}
