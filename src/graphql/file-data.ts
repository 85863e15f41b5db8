import { GraphQLList, GraphQLObjectType, GraphQLString } from 'graphql';
import { INT } from './scalars.ts';

const text = { type: GraphQLString };
const whole = { type: INT };

const THUMBNAIL = new GraphQLObjectType({
  name: 'FileThumbnail',
  fields: { key: text, url: text, relative_url: text, dimension: text, width: whole, height: whole },
});
const EMBED = new GraphQLObjectType({ name: 'FileEmbed', fields: { html: text, url: text } });

/** What the object `data` of a file has: its URLs. (Contract, F-20 to F-27.) */
export const FILE_DATA_FIELDS = {
  full_url: text,
  url: text,
  asset_url: text,
  thumbnails: { type: new GraphQLList(THUMBNAIL) },
  embed: { type: EMBED },
};

/** The object `data` of a file. */
export const FILE_DATA = new GraphQLObjectType({ name: 'FileData', fields: FILE_DATA_FIELDS });
