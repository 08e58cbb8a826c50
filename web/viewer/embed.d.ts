/** The element <overworld-view>: a world in any page, to be turned and zoomed. */
export class OverworldView extends HTMLElement {
  /** The address of the world. */
  src: string;
  /** Opens a world that the page has; `files` lie beside it, by their paths. */
  open(world: Blob | BufferSource, files?: { [path: string]: Blob }): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap { 'overworld-view': OverworldView }
}
