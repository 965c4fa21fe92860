import { connect } from './lib/backend';
import { open } from './open';

await open(await connect());
